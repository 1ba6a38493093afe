/** Long work in pieces: the browser draws and listens in between. */

const { port1, port2 } = new MessageChannel();
const waiting = [];
port1.onmessage = () => waiting.shift()();

/** Does something in a task of its own, as soon as there is one. */
export function soon(what) {
  waiting.push(what);
  port2.postMessage(null);
}

export const nextTask = () => new Promise(soon);
