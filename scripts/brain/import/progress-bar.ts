const WIDTH = 24

/** Shows on a terminal how far something is, and about how long it will take; elsewhere it shows nothing. */
export function createProgressBar(label: string, isShown: boolean, now: () => number = Date.now) {
  const began = now()
  let shownAt = 0
  return {
    /** `share`: from 0 to 1; null: nobody knows. */
    show(share: number | null, done: string): void {
      if (!isShown || (now() - shownAt < 100 && share !== 1)) return
      shownAt = now()
      process.stderr.write(`\r\x1b[K${progressLine(label, share, done, now() - began)}`)
    },
    end(): void {
      if (isShown) process.stderr.write('\r\x1b[K')
    },
  }
}

export function progressLine(label: string, share: number | null, done: string, elapsedMs: number): string {
  if (share === null) return `${label} ${done}`
  const filled = Math.round(Math.min(1, share) * WIDTH)
  const left = share > 0.01 && share < 1 ? `, about ${duration((elapsedMs / share) * (1 - share))} left` : ''
  return `${label} [${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)} % · ${done}${left}`
}

function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`
}
