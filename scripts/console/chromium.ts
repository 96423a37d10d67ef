import { existsSync } from 'node:fs'
import type { LaunchOptions } from 'playwright-core'
import { needProgram } from '../servers/server.ts'

/** How Debian's chromium is started: without a window, and drawing WebGL by itself where there is no graphics card. */
export function chromiumOptions(): LaunchOptions {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync)
  if (executablePath === undefined) needProgram('chromium', 'chromium')
  return {
    executablePath: executablePath ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  }
}
