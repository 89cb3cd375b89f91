// Command exhaust plays the client programs of the demo incident against a real PostgreSQL.
//
//	exhaust -client checkout-api   keeps a few connections and updates carts. From SIGUSR1 on it runs its "new
//	                               release", which forgets to commit: every request keeps one more connection idle in
//	                               a transaction, until the server refuses.
//	exhaust -client orders-api     opens a connection for each order and closes it: the one who suffers.
//
// It logs JSON lines to standard output and stops at SIGTERM or when -for is over.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// The size of the play. Checkout fills the ordinary slots of the server, 17 less those of others, in as many seconds.
const (
	poolSize      = 4
	carts         = 100
	checkoutEvery = time.Second
	ordersEvery   = 2 * time.Second
	callTimeout   = 5 * time.Second
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "exhaust:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("exhaust", flag.ContinueOnError)
	name := flags.String("client", "", "checkout-api or orders-api; also its application_name")
	dsn := flags.String("dsn", "", "the database as a postgres:// URL")
	limit := flags.Duration("for", 10*time.Minute, "stop after this long at the latest")
	if err := flags.Parse(args); err != nil {
		return err
	}
	config, err := pgx.ParseConfig(*dsn)
	if err != nil {
		return fmt.Errorf("read -dsn: %w", err)
	}
	config.RuntimeParams["application_name"] = *name
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, *limit)
	defer cancel()

	c := client{config: config, log: slog.New(slog.NewJSONHandler(stdout, nil)).With("service", *name)}
	switch *name {
	case "checkout-api":
		release := make(chan os.Signal, 1)
		signal.Notify(release, syscall.SIGUSR1)
		return c.checkout(ctx, release)
	case "orders-api":
		return c.orders(ctx)
	default:
		return fmt.Errorf("-client %q: want checkout-api or orders-api", *name)
	}
}

type client struct {
	config *pgx.ConnConfig
	log    *slog.Logger
}

// orders inserts one order on every tick, each over a connection of its own.
func (c client) orders(ctx context.Context) error {
	ticks := time.NewTicker(ordersEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticks.C:
			c.order(ctx)
		}
	}
}

func (c client) order(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, c.config)
	if err != nil {
		c.log.Error("order not taken", "error", err.Error())
		return
	}
	defer func() { _ = conn.Close(ctx) }()
	var id int64
	if err := conn.QueryRow(ctx, `INSERT INTO orders (sku) VALUES ('sku-1') RETURNING id`).Scan(&id); err != nil {
		c.log.Error("order not taken", "error", err.Error())
		return
	}
	c.log.Info("order taken", "order", id)
}

// checkout updates one cart on every tick: as it should until the release, and without a commit from then on.
func (c client) checkout(ctx context.Context, release <-chan os.Signal) error {
	var idle, leaked []*pgx.Conn
	defer func() {
		for _, conn := range append(idle, leaked...) {
			closeConn(conn)
		}
	}()
	for range poolSize {
		conn, err := pgx.ConnectConfig(ctx, c.config)
		if err != nil {
			return fmt.Errorf("open the pool: %w", err)
		}
		idle = append(idle, conn)
	}
	c.log.Info("release started", "version", "2.3.1", "pool", poolSize)

	ticks := time.NewTicker(checkoutEvery)
	defer ticks.Stop()
	released := false
	for request := 0; ; request++ {
		select {
		case <-ctx.Done():
			return nil
		case <-release:
			released = true
			c.log.Info("release started", "version", "2.4.0")
		case <-ticks.C:
			if !released {
				c.update(ctx, idle[request%len(idle)], request)
				continue
			}
			var conn *pgx.Conn
			if len(idle) > 0 {
				conn, idle = idle[0], idle[1:]
			}
			if conn = c.leak(ctx, conn, len(leaked)); conn != nil {
				leaked = append(leaked, conn)
			}
		}
	}
}

// update is a request of the old release: one short transaction.
func (c client) update(ctx context.Context, conn *pgx.Conn, request int) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	cart := request%carts + 1
	if _, err := conn.Exec(ctx, `UPDATE carts SET updated_at = now() WHERE id = $1`, cart); err != nil {
		c.log.Error("cart not updated", "cart", cart, "error", err.Error())
		return
	}
	c.log.Info("cart updated", "cart", cart)
}

// leak is a request of the new release: it begins a transaction, on a free connection or on a new one, and never ends it.
// It returns the connection that is held from now on, or nil when the server gave none.
func (c client) leak(ctx context.Context, conn *pgx.Conn, held int) *pgx.Conn {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if conn == nil {
		var err error
		if conn, err = pgx.ConnectConfig(ctx, c.config); err != nil {
			c.log.Error("cart not updated", "connections_held", held, "error", err.Error())
			return nil
		}
	}
	cart := held%carts + 1
	_, err := conn.Exec(ctx, `BEGIN`)
	if err == nil {
		_, err = conn.Exec(ctx, `UPDATE carts SET updated_at = now() WHERE id = $1`, cart)
	}
	if err != nil {
		c.log.Error("cart not updated", "cart", cart, "error", err.Error())
		closeConn(conn)
		return nil
	}
	c.log.Info("cart updated", "cart", cart, "connections_held", held+1)
	return conn
}

func closeConn(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = conn.Close(ctx)
}
