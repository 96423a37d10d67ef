import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../../../src/domain/version.ts'
import { connectionsFor, FEW_FILES, fileLimit, TOO_FEW_FILES } from '../../start/file-limit.ts'
import { runtimeBinary } from '../../start/runtime.ts'
import type { StateFolder } from '../../state-folder.ts'
import type { WorkerSettings } from '../../worker-settings.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const OLDEST_NODE = 20
/** A clock may be so much behind what was written last. */
const CLOCK_SLACK_MS = 5_000
const MODELS = ['encoder.bin', 'reranker.bin', 'lexicon.bin', 'glosses.txt']
/** Less is what a clone without large files leaves in their place. */
const LEAST_MODEL_BYTES = 100_000

export const checkMachine = (folder: StateFolder, settings: WorkerSettings): Finding[] => [
  checkNode(),
  checkWorkerd(),
  checkModels(settings),
  checkFiles(),
  checkClock(folder, settings),
]

function checkNode(): Finding {
  const { node } = process.versions
  return Number(node.split('.')[0]) >= OLDEST_NODE
    ? ok('versions', `edge-brain ${VERSION}, Node ${node}`)
    : fail('versions', `Node ${node} is too old`, `install Node ${OLDEST_NODE} or newer`)
}

function checkWorkerd(): Finding {
  try {
    const said = execFileSync(runtimeBinary(), ['--version'], { encoding: 'utf8', timeout: 10_000 }).trim()
    return ok('workerd', said)
  } catch (error) {
    return fail('workerd', `it does not run (${(error as Error).message.split('\n')[0]})`, 'run npm install again')
  }
}

function checkModels({ assets }: WorkerSettings): Finding {
  const missing = MODELS.filter((name) => {
    const path = join(assets.folder, 'model', name)
    return !existsSync(path) || statSync(path).size < LEAST_MODEL_BYTES
  })
  return missing.length === 0
    ? ok('models', `${MODELS.length} files in assets/model`)
    : fail('models', `${missing.join(', ')} is not there whole`, 'check the files out again: git checkout -- assets')
}

function checkFiles(): Finding {
  const files = fileLimit()
  const shown = `${files} may be open at a time, ${connectionsFor(files)} connections`
  const todo = 'raise the limit: ulimit -n 65536, or LimitNOFILE= in a systemd unit'
  if (files < TOO_FEW_FILES) return fail('files', shown, todo)
  return files < FEW_FILES ? warn('files', shown, todo) : ok('files', shown)
}

/** Keys, windows and decay go by the clock: one that went back makes what was written last lie in the future. */
function checkClock(folder: StateFolder, settings: WorkerSettings): Finding {
  const now = Date.now()
  const shown = new Date(now).toISOString()
  const todo = 'set the clock, and let it be kept by NTP'
  if (now < Date.parse(settings.compatibilityDate))
    return fail('clock', `${shown} is before this version was made`, todo)
  const written = existsSync(folder.log) ? statSync(folder.log).mtimeMs : 0
  return written - now > CLOCK_SLACK_MS
    ? warn('clock', `${shown}, but the log was written ${Math.round((written - now) / 1000)} s later than that`, todo)
    : ok('clock', shown)
}
