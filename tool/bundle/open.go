package bundle

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// openPath reads the files of a folder or an archive.
func openPath(path string, limits Limits) (*files, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, wrong("", 0, "there is no such file or folder")
	case err != nil:
		return nil, fmt.Errorf("open it: %w", errors.Unwrap(err))
	case info.IsDir():
		return openFolder(path, limits)
	case !info.Mode().IsRegular():
		return nil, wrong("", 0, "it is neither a folder nor a file")
	case info.Size() > limits.Total:
		return nil, wrong("", 0, "it is larger than %s", size(limits.Total))
	}
	return openArchive(path, limits)
}

// openFolder reads through os.Root, which follows no link out of the folder
// even when one is put there meanwhile.
func openFolder(path string, limits Limits) (*files, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("open the folder: %w", errors.Unwrap(err))
	}
	defer root.Close()
	files := newFiles(limits)
	return files, files.walk(root.FS())
}

// walk reads a file system. Links and devices are refused wherever they are.
func (f *files) walk(fsys fs.FS) error {
	return fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return wrong(name, 0, "read it: %w", err)
		}
		if entry.Type()&fs.ModeSymlink != 0 {
			return wrong(name, 0, "it is a link: a bundle holds files and folders only")
		}
		clean, err := f.admit(name, entry.IsDir())
		if err != nil || clean == "" || entry.IsDir() {
			return err
		}
		if !entry.Type().IsRegular() {
			return wrong(name, 0, "it is neither a file nor a folder")
		}
		if !wanted(clean) {
			return nil
		}
		return f.readFrom(fsys, clean)
	})
}

func (f *files) readFrom(fsys fs.FS, name string) error {
	file, err := fsys.Open(name)
	if err != nil {
		return wrong(name, 0, "open it: %w", err)
	}
	defer file.Close()
	return f.read(name, file)
}

func openArchive(path string, limits Limits) (*files, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open it: %w", errors.Unwrap(err))
	}
	defer file.Close()
	packed, err := io.ReadAll(io.LimitReader(file, limits.Total+1))
	if err != nil {
		return nil, fmt.Errorf("read it: %w", err)
	}
	switch files := newFiles(limits); {
	case bytes.HasPrefix(packed, []byte("\x1f\x8b")):
		return files, files.untar(packed)
	case bytes.HasPrefix(packed, []byte("PK\x03\x04")), bytes.HasPrefix(packed, []byte("PK\x05\x06")):
		return files, files.unzip(packed)
	}
	return nil, wrong("", 0, "it is neither a folder nor a .tar.gz nor a .zip")
}

func (f *files) untar(packed []byte) error {
	source := bytes.NewReader(packed)
	unpacked, err := gzip.NewReader(source)
	if err != nil {
		return wrong("", 0, "read it as .tar.gz: %w", err)
	}
	archive := tar.NewReader(&ratioReader{from: unpacked, packed: int64(len(packed)), limits: f.limits})
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return wrong("", 0, "read it as .tar.gz: %w", err)
		}
		if err := f.unpack(header, archive); err != nil {
			return err
		}
	}
}

func (f *files) unpack(header *tar.Header, from io.Reader) error {
	switch header.Typeflag {
	case tar.TypeXGlobalHeader:
		return nil
	case tar.TypeSymlink, tar.TypeLink:
		return wrong(header.Name, 0, "it is a link: a bundle holds files and folders only")
	case tar.TypeReg, tar.TypeDir, tar.TypeGNUSparse:
	default:
		return wrong(header.Name, 0, "it is neither a file nor a folder")
	}
	folder := header.Typeflag == tar.TypeDir
	name, err := f.admit(header.Name, folder)
	if err != nil || folder || name == "" || !wanted(name) {
		return err
	}
	return f.read(name, from)
}

func (f *files) unzip(packed []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return wrong("", 0, "read it as .zip: %w", err)
	}
	for _, file := range archive.File {
		if err := f.unpackZipped(file, int64(len(packed))); err != nil {
			return err
		}
	}
	return nil
}

func (f *files) unpackZipped(file *zip.File, packed int64) error {
	folder := file.Mode().IsDir()
	if file.Mode()&fs.ModeSymlink != 0 {
		return wrong(file.Name, 0, "it is a link: a bundle holds files and folders only")
	}
	if !folder && !file.Mode().IsRegular() {
		return wrong(file.Name, 0, "it is neither a file nor a folder")
	}
	name, err := f.admit(file.Name, folder)
	if err != nil || folder || name == "" || !wanted(name) {
		return err
	}
	opened, err := file.Open()
	if err != nil {
		return wrong(name, 0, "unpack it: %w", err)
	}
	defer opened.Close()
	return f.read(name, &ratioReader{from: opened, packed: packed, limits: f.limits})
}

// ratioReader ends a decompression that yields more than any honest file does.
type ratioReader struct {
	from     io.Reader
	packed   int64
	unpacked int64
	limits   Limits
}

func (r *ratioReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.unpacked += int64(n)
	if beyond := r.unpacked - 1<<20; beyond > r.packed*r.limits.Ratio {
		return 0, fmt.Errorf("it unpacks to more than %d times its size", r.limits.Ratio)
	}
	// What is skipped in an archive is unpacked too: twice the limit leaves room for it.
	if r.unpacked > 2*r.limits.Total {
		return 0, fmt.Errorf("it unpacks to more than %s", size(2*r.limits.Total))
	}
	return n, err
}

func size(bytes int64) string {
	switch {
	case bytes >= 1<<20 && bytes%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", bytes>>20)
	case bytes >= 1<<10 && bytes%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", bytes>>10)
	}
	return fmt.Sprintf("%d bytes", bytes)
}
