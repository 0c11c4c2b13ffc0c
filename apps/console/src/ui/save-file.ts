/** Makes the browser save a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  downloadFrom(address, name);
  // The browser reads the file after this task, so the URL must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Saves what a link leads to. Without a name, under that which the answer states. */
export function downloadFrom(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
