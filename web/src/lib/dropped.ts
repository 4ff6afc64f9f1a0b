// What was dropped on the page: files, and the files of folders with their paths.

export interface NamedFile {
  file: File;
  name: string;
}

export function namedFiles(files: Iterable<File>): NamedFile[] {
  return Array.from(files, (file) => ({ file, name: file.webkitRelativePath || file.name })).filter(isDocument);
}

/** Files that a system keeps in every folder are left out. */
function isDocument({ name }: NamedFile): boolean {
  return !/(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini)$/.test(name);
}

export async function droppedFiles(data: DataTransfer): Promise<NamedFile[]> {
  // The entries must be taken before anything is awaited: after that the browser forgets them.
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (!entries.length) return namedFiles(data.files);
  return (await Promise.all(entries.map(walk))).flat().filter(isDocument);
}

async function walk(entry: FileSystemEntry): Promise<NamedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, name: entry.fullPath.replace(/^\//, "") }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: NamedFile[] = [];
  for (;;) {
    // A folder is given out a hundred entries at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return found;
    found.push(...(await Promise.all(some.map(walk))).flat());
  }
}
