import { readWorkerSettings } from '../../worker-settings.ts'
import type { Command } from '../command.ts'
import { checkConfiguration } from '../doctor/check-configuration.ts'
import { checkFolder, isInUse } from '../doctor/check-folder.ts'
import { checkMachine } from '../doctor/check-machine.ts'
import { checkService } from '../doctor/check-service.ts'
import type { Finding } from '../doctor/finding.ts'

export const doctorCommands: readonly Command[] = [
  {
    name: 'doctor',
    about: 'Check everything the service needs, running or not, and say what to do; exit code 1 if something fails.',
    async run({ folder, anyone, isElsewhere }) {
      const findings = isElsewhere ? await checkService(anyone()) : await checkHere()
      const failed = findings.some(({ state }) => state === 'fail')
      return { json: { ok: !failed, findings }, text: lines(findings), exitCode: failed ? 1 : 0 }

      async function checkHere(): Promise<Finding[]> {
        const settings = readWorkerSettings()
        const isRunning = isInUse(folder)
        return [
          ...checkMachine(folder, settings),
          ...checkFolder(folder, isRunning),
          ...(await checkConfiguration(settings, process.env, isRunning)),
          ...(isRunning ? await checkService(anyone()) : []),
        ]
      }
    },
  },
]

function lines(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  return findings
    .map(
      ({ check, state, found, todo }) =>
        `${state.padEnd(4)}  ${check.padEnd(width)}  ${found}${todo ? `: ${todo}` : ''}`,
    )
    .join('\n')
}
