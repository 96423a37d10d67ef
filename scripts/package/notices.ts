import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/
const LICENCE = /^(?:licen[cs]e|notice|copying)/i

/** The licences of the packages of which these files are, each once: their code is in ours, and their notice has to go with it. */
export function noticesOf(files: readonly string[], read: (path: string) => string): string {
  const folders = [...new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []))].sort()
  return folders
    .map((folder) => {
      const { name, version, license } = JSON.parse(read(`${folder}/package.json`))
      const texts = licenceFiles(folder).map((file) => read(`${folder}/${file}`).trim())
      return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

const licenceFiles = (folder: string): string[] =>
  existsSync(join(PROJECT_ROOT, folder))
    ? readdirSync(join(PROJECT_ROOT, folder)).filter((name) => LICENCE.test(name))
    : []
