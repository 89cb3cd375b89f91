package quantity

import "strings"

// Unit is what a number counts: a base unit, and for a rate the time unit that
// it is counted by. The zero Unit is a bare number's.
type Unit uint16

// The units that callers name; all others come from [ParseUnit] and [UnitOfKey].
const (
	None        = Unit(uNone)
	Percent     = Unit(uPercent)
	Ratio       = Unit(uRatio)     // a share of one: 0.92 is 92 %
	Share       = Unit(uShare)     // a ratio or a percentage, the key does not tell which
	DataOrShare = Unit(uMemory)    // bytes or a share, the key does not tell which
	CPUOrShare  = Unit(uProcessor) // cores or a share, the key does not tell which
	RateOrShare = Unit(uFrequent)  // a share or a count per second, the key does not tell which
	Elapsed     = Unit(uElapsed)   // a duration, the key does not tell in what: duration, latency
	Money       = Unit(uMoney)     // a sum in some currency: price, amount
	Byte        = Unit(uByte)
	KiB         = Unit(uKiB)
	MiB         = Unit(uMiB)
	GiB         = Unit(uGiB)
	Nanosecond  = Unit(uNanosecond)
	Microsecond = Unit(uMicrosecond)
	Millisecond = Unit(uMillisecond)
	Second      = Unit(uSecond)
	Minute      = Unit(uMinute)
	Hour        = Unit(uHour)
	Day         = Unit(uDay)
	Core        = Unit(uCore)
	Millicore   = Unit(uMillicore)
	Thousandth  = Unit(uThousandth) // of a core, or of one: the m of CPU quantities
	PerSecond   = Unit(uNone) | Unit(uSecond)<<8
	PerMinute   = Unit(uNone) | Unit(uMinute)<<8
)

// Dimension is what values have in common that can be compared. A rate has the
// dimension of what it counts, plus [Rate].
type Dimension uint8

// The dimensions, each with the base unit that [Token.Base] gives values in.
const (
	Dimensionless Dimension = iota // one
	Percentage                     // per cent
	Data                           // byte
	Bits                           // bit
	Time                           // second
	Months                         // month
	CPU                            // core
	Frequency                      // hertz
	Dollars                        // and the other currencies, which nothing here converts
	Euros
	Pounds
	Yuan
	Yen
	Rupees
	Instant      // second of the Unix epoch
	Clock        // second of the day
	VersionOrder // has no base unit
	Network      // has no base unit

	Rate Dimension = 0x80 // added to a dimension: per second
)

// base is a unit without the time it is counted by.
type base uint8

const (
	uNone base = iota
	uPercent
	uRatio
	uShare
	uMemory
	uProcessor
	uFrequent
	uElapsed
	uMoney
	uByte
	uKB
	uMB
	uGB
	uTB
	uPB
	uKiB
	uMiB
	uGiB
	uTiB
	uPiB
	uEiB
	uBit
	uKbit
	uMbit
	uGbit
	uTbit
	uKb
	uMb
	uGb
	uLetterK
	uLetterM
	uLetterG
	uLetterT
	uLetterP
	uLetterm
	uLetteru
	uLettern
	uNanosecond
	uMicrosecond
	uMillisecond
	uSecond
	uMinute
	uHour
	uDay
	uWeek
	uMonth
	uYear
	uCore
	uMillicore
	uThousandth
	uHertz
	uKHz
	uMHz
	uGHz
	uUSD
	uEUR
	uGBP
	uCNY
	uJPY
	uINR
	uYenSign
	baseCount
)

// reading is one meaning of a unit: so many base units of a dimension.
type reading struct {
	dim      Dimension
	num, den int64
}

// float returns the factor to the base unit.
func (r reading) float() float64 { return float64(r.num) / float64(r.den) }

// readings are all meanings of a unit, the commonest first.
type readings struct {
	list [6]reading
	n    uint8
}

func (r *readings) all() []reading { return r.list[:r.n] }

const (
	kibi = 1 << 10
	mebi = 1 << 20
	gibi = 1 << 30
	tebi = 1 << 40
	pebi = 1 << 50
	exbi = 1 << 60
)

// unitInfo is a row of the table of units.
type unitInfo struct {
	name  string
	means readings
}

func one(name string, dim Dimension, num, den int64) unitInfo {
	return unitInfo{name, readings{[6]reading{{dim, num, den}}, 1}}
}

func several(name string, rs ...reading) unitInfo {
	u := unitInfo{name: name}
	u.means.n = uint8(copy(u.means.list[:], rs))
	return u
}

// sizes is a size spelt without an i, which is decimal or binary.
func sizes(name string, decimal, binary int64) unitInfo {
	return several(name, reading{Data, decimal, 1}, reading{Data, binary, 1})
}

// letter is a bare size letter, which may also count things.
func letter(name string, decimal, binary int64) unitInfo {
	return several(name, reading{Data, decimal, 1}, reading{Data, binary, 1}, reading{Dimensionless, decimal, 1})
}

// bitsOrBytes is a size spelt with a small b, as written by people who mean either.
func bitsOrBytes(name string, decimal, binary int64) unitInfo {
	return several(name, reading{Bits, decimal, 1}, reading{Data, decimal, 1}, reading{Data, binary, 1})
}

// units is the table of base units; nothing changes it.
var units = [baseCount]unitInfo{
	uNone:    one("", Dimensionless, 1, 1),
	uPercent: several("%", reading{Percentage, 1, 1}, reading{Dimensionless, 1, 100}),
	uRatio:   several("ratio", reading{Percentage, 100, 1}, reading{Dimensionless, 1, 1}),
	uShare:   several("share", reading{Percentage, 1, 1}, reading{Percentage, 100, 1}, reading{Dimensionless, 1, 1}),

	// What keys such as memory, cpu and error_rate leave open.
	uMemory:    several("memory", reading{Data, 1, 1}, reading{Percentage, 1, 1}, reading{Percentage, 100, 1}),
	uProcessor: several("CPU", reading{CPU, 1, 1}, reading{Percentage, 1, 1}, reading{Percentage, 100, 1}),
	uFrequent: several("rate", reading{Percentage, 1, 1}, reading{Percentage, 100, 1},
		reading{Dimensionless | Rate, 1, 1}, reading{Dimensionless, 1, 1}),
	uElapsed: several("time", reading{Time, 1, 1}, reading{Time, 1, 1e3}, reading{Time, 1, 1e6}, reading{Time, 1, 1e9}),
	uMoney: several("money", reading{Dollars, 1, 1}, reading{Euros, 1, 1}, reading{Pounds, 1, 1},
		reading{Yuan, 1, 1}, reading{Yen, 1, 1}, reading{Rupees, 1, 1}),

	uByte: one("bytes", Data, 1, 1),
	uKB:   sizes("KB", 1e3, kibi),
	uMB:   sizes("MB", 1e6, mebi),
	uGB:   sizes("GB", 1e9, gibi),
	uTB:   sizes("TB", 1e12, tebi),
	uPB:   sizes("PB", 1e15, pebi),
	uKiB:  one("KiB", Data, kibi, 1),
	uMiB:  one("MiB", Data, mebi, 1),
	uGiB:  one("GiB", Data, gibi, 1),
	uTiB:  one("TiB", Data, tebi, 1),
	uPiB:  one("PiB", Data, pebi, 1),
	uEiB:  one("EiB", Data, exbi, 1),
	uBit:  one("bits", Bits, 1, 1),
	uKbit: one("kbit", Bits, 1e3, 1),
	uMbit: one("Mbit", Bits, 1e6, 1),
	uGbit: one("Gbit", Bits, 1e9, 1),
	uTbit: one("Tbit", Bits, 1e12, 1),
	uKb:   bitsOrBytes("Kb", 1e3, kibi),
	uMb:   bitsOrBytes("Mb", 1e6, mebi),
	uGb:   bitsOrBytes("Gb", 1e9, gibi),

	uLetterK: letter("K", 1e3, kibi),
	uLetterM: letter("M", 1e6, mebi),
	uLetterG: letter("G", 1e9, gibi),
	uLetterT: letter("T", 1e12, tebi),
	uLetterP: letter("P", 1e15, pebi),
	uLetterm: several("m", reading{Time, 60, 1}, reading{CPU, 1, 1e3}, reading{Dimensionless, 1, 1e3},
		reading{Data, 1e6, 1}, reading{Data, mebi, 1}),
	uLetteru: several("u", reading{CPU, 1, 1e6}, reading{Dimensionless, 1, 1e6}),
	uLettern: several("n", reading{CPU, 1, 1e9}, reading{Dimensionless, 1, 1e9}),

	uNanosecond:  one("ns", Time, 1, 1e9),
	uMicrosecond: one("µs", Time, 1, 1e6),
	uMillisecond: one("ms", Time, 1, 1e3),
	uSecond:      one("s", Time, 1, 1),
	uMinute:      one("min", Time, 60, 1),
	uHour:        one("h", Time, 3600, 1),
	uDay:         one("d", Time, 86400, 1),
	uWeek:        one("weeks", Time, 7*86400, 1),
	uMonth:       one("months", Months, 1, 1),
	uYear:        several("years", reading{Months, 12, 1}, reading{Time, 365 * 86400, 1}),

	uCore:      one("cores", CPU, 1, 1),
	uMillicore: one("millicores", CPU, 1, 1e3),

	uThousandth: several("m", reading{CPU, 1, 1e3}, reading{Dimensionless, 1, 1e3}),

	uHertz: one("Hz", Frequency, 1, 1),
	uKHz:   one("kHz", Frequency, 1e3, 1),
	uMHz:   one("MHz", Frequency, 1e6, 1),
	uGHz:   one("GHz", Frequency, 1e9, 1),

	uUSD:     one("USD", Dollars, 1, 1),
	uEUR:     one("EUR", Euros, 1, 1),
	uGBP:     one("GBP", Pounds, 1, 1),
	uCNY:     one("CNY", Yuan, 1, 1),
	uJPY:     one("JPY", Yen, 1, 1),
	uINR:     one("INR", Rupees, 1, 1),
	uYenSign: several("¥", reading{Yuan, 1, 1}, reading{Yen, 1, 1}),
}

func (u Unit) base() base { return base(u & 0xff) }
func (u Unit) per() base  { return base(u >> 8) }

// valid reports whether u is in the table.
func (u Unit) valid() bool { return u.base() < baseCount && u.per() < baseCount }

// perTime returns the rate of u by a time unit.
func (u Unit) perTime(t base) Unit { return Unit(u.base()) | Unit(t)<<8 }

// readings returns all meanings of u.
func (u Unit) readings() readings {
	if !u.valid() {
		u = None
	}
	rs := units[u.base()].means
	per := u.per()
	if per == uNone {
		return rs
	}
	p := units[per].means.list[0]
	for i := range rs.all() {
		r := &rs.list[i]
		*r = reading{r.dim | Rate, r.num * p.den, r.den * p.num}
	}
	return rs
}

// Dimension returns what u measures, by its commonest meaning.
func (u Unit) Dimension() Dimension {
	rs := u.readings()
	return rs.list[0].dim
}

// String returns a short spelling of u, "" for a bare number.
func (u Unit) String() string {
	if !u.valid() {
		return ""
	}
	if u.per() == uNone {
		return units[u.base()].name
	}
	return strings.TrimSpace(units[u.base()].name + "/" + units[u.per()].name)
}
