import { parentPort } from 'node:worker_threads'
import { reportTextsOf } from './read-returned-mail.js'

const port = parentPort
if (port === null) throw new Error('this file is run as a thread')
port.on('message', (bytes: Uint8Array) => {
  void reportTextsOf(bytes).then((texts) => port.postMessage(texts))
})
port.postMessage('ready')
