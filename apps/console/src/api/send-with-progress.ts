/** The options of `fetch` that are supported. */
export interface Sending {
  readonly method: string;
  readonly body: XMLHttpRequestBodyInit | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | null;
}

/**
 * Like `fetch`, for a large body: `onProgress` is called with the share that was sent, from 0 to 1. Rejects with the signal's reason if it
 * was aborted, and with a `TypeError` if there was no answer.
 */
export function sendWithProgress(
  url: string,
  { method, body, headers, signal }: Sending,
  onProgress: (sent: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, responseText } = request;
      const answered = new Headers(headerLines(request.getAllResponseHeaders()));
      resolve(new Response(responseText, { status, headers: answered }));
    };
    request.onerror = () => reject(new TypeError('No answer came.'));
    request.onabort = () => reject((signal?.reason as Error | undefined) ?? new DOMException('Aborted', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    else request.send(body);
  });
}

const headerLines = (text: string): [string, string][] =>
  text
    .trim()
    .split(/\r\n/)
    .filter((line) => line.includes(':'))
    .map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
