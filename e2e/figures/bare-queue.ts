/**
 * The page that the queue is compared with: a plain table that receives the same messages over its own socket and writes the cells of a row
 * that has changed. Served at an address of the product, so that it is signed in.
 */
export const bareQueuePage = (livePath: string): string => `<!doctype html>
<html lang="en"><head><title>Bare</title></head>
<body><table><tbody></tbody></table><script type="module">
const token = JSON.parse(localStorage.getItem('okta-token-storage')).accessToken.accessToken;
const answer = await fetch('/api/tasks?pageSize=25', { headers: { authorization: 'Bearer ' + token } });
const { rows, feed } = (await answer.json()).data;
const shown = new Map(rows.map((row) => [row.taskId, document.querySelector('tbody').insertRow()]));
const write = (row) => {
  const line = shown.get(row.taskId);
  if (line === undefined) return;
  const words = [row.onHold?.until ?? row.dueAt, row.task, row.memberLastName, row.items.map(({ item }) => item).join(), row.assignee?.name ?? '–'];
  words.forEach((text, n) => ((line.cells[n] ?? line.insertCell()).textContent = text));
};
rows.forEach(write);
const socket = new WebSocket(location.origin.replace('http', 'ws') + '${livePath}/?EIO=4&transport=websocket');
socket.onmessage = ({ data }) => {
  if (data.startsWith('0')) socket.send('40' + JSON.stringify({ token }));
  else if (data === '2') socket.send('3');
  else if (data.startsWith('40')) socket.send('420' + JSON.stringify(['join', { topic: { name: 'task-queue' }, since: feed }]));
  else if (data.startsWith('42["changes"')) JSON.parse(data.slice(2))[1].changes.forEach(({ row }) => write(row));
};
</script></body></html>`;
