import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const pathOf = (place) => fileURLToPath(new URL(`../${place}`, import.meta.url))

/** Runs a script of the clone by the Node that the project brings, which reads TypeScript; the user's own may be older. */
export function runScript(script) {
  const node = pathOf('node_modules/.bin/node')
  if (!existsSync(node)) {
    process.stderr.write('Run npm install first.\n')
    process.exitCode = 1
    return
  }
  const child = spawn(node, [pathOf(script), ...process.argv.slice(2)], { stdio: 'inherit' })
  // Ctrl-C has reached the script already, which takes a second one for the first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
}
