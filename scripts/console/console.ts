import { buildConsole, CONSOLE_FOLDER } from './build-console.ts'

await buildConsole()
console.log(`Wrote the console to ${CONSOLE_FOLDER}.`)
