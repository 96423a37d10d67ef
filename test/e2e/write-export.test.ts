import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { PortableEnd } from '../../scripts/brain/export/portable-end.ts'
import { writeExport } from '../../scripts/brain/export/write-export.ts'
import { createProgressBar } from '../../scripts/brain/import/progress-bar.ts'
import { Problem } from '../../scripts/problem.ts'

const LINES = ['{"type":"end","hash":"","counts":{}}']
const client = {
  async *lines() {
    yield* LINES
  },
} as unknown as PortableEnd['client']
const exportTo = (path: string) =>
  writeExport({ client, exportPath: '', restorePath: '' }, new URLSearchParams(), path, createProgressBar('', false))

describe('an export to a path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'export-'))

  it('that cannot be written ends with one sentence', async () => {
    await expect(exportTo(join(folder, 'none', 'x'))).rejects.toThrow(/The folder of .* does not exist/)
  })

  it('that is a link is written to where it leads, and the link stays', async () => {
    const [file, link] = [join(folder, 'file'), join(folder, 'link')]
    writeFileSync(file, 'before')
    symlinkSync(file, link)
    await exportTo(link)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe(`${LINES[0]}\n`)
  })

  it('that is no file is refused, and stays', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
    await expect(exportTo(pipe)).rejects.toThrow(/is no file/)
    expect(lstatSync(pipe).isFIFO()).toBe(true)
  })

  it('on a disk that takes less than it is given is whole, or has not its name', async () => {
    const path = join(folder, 'short')
    const probe = await open(join(folder, 'probe'), 'w')
    const handles = Object.getPrototypeOf(probe) as FileHandle
    await probe.close()
    const { write } = handles
    let room = 20
    const short = vi.spyOn(handles, 'write').mockImplementation(function (this: FileHandle, ...given: unknown[]) {
      const [data, offset, length, position] = given as [Buffer, number, number, number]
      const taken = Math.min(7, length, room)
      room -= taken
      return Reflect.apply(write, this, [data, offset, taken, position])
    } as never)
    try {
      await expect(exportTo(path)).rejects.toThrow(/disk takes no more/)
      expect(existsSync(path)).toBe(false)
      room = 1_000
      await exportTo(path)
    } finally {
      short.mockRestore()
    }
    expect(readFileSync(path, 'utf8')).toBe(`${LINES[0]}\n`)
  })

  it('whose saved cursor is refused is begun anew', async () => {
    const path = join(folder, 'refused')
    let isBreaking = true
    const refusing = {
      async *lines(asked: string) {
        if (asked.includes('cursor=')) throw new Problem('cursor: is none of an export (400)')
        yield '{"type":"checkpoint","cursor":"old"}'
        if (isBreaking) throw new Problem('The key is unknown. (401)')
        yield* LINES
      },
    } as unknown as PortableEnd['client']
    const attempt = () =>
      writeExport(
        { client: refusing, exportPath: '', restorePath: '' },
        new URLSearchParams(),
        path,
        createProgressBar('', false),
      )
    await expect(attempt()).rejects.toThrow(/401/)
    expect(existsSync(`${path}.partial.json`)).toBe(true)
    isBreaking = false
    await attempt()
    expect(readFileSync(path, 'utf8').trim()).toBe(LINES[0])
    expect(existsSync(`${path}.partial.json`)).toBe(false)
  })
})
