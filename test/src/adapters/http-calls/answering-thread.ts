import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

const answered = new Int32Array(workerData as SharedArrayBuffer)

const server = createServer((_request, response) => {
  response.end('taken', () => Atomics.add(answered, 0, 1))
})
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port, []))
