import { createServer } from 'node:net'
import { Problem } from '../problem.ts'

/** Finds out whether the address can be listened on while there is still a good way to say that it cannot. */
export function checkAddress(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Problem(sentenceOf(error, host, port))))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()))
  })
}

function sentenceOf(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is taken; choose another with --port.`
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user; choose one above 1023 with --port.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `${host} is not an address of this machine; choose another with --host.`
  return `${host}:${port} cannot be listened on (${error.code ?? error.message}).`
}
