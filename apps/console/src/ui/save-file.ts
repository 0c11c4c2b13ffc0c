/** Makes the browser save a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after this task, so the URL must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
