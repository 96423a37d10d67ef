import type { Locator } from 'playwright-core'

export interface Spot {
  readonly x: number
  readonly y: number
  /** How many pixels it has. */
  readonly size: number
}

/** Where nodes are drawn in a picture, largest first, seen as a reader sees them: what has a colour is a node, edges and labels are grey. */
export async function nodesIn(picture: Locator): Promise<Spot[]> {
  const box = (await picture.boundingBox())!
  const shot = (await picture.screenshot()).toString('base64')
  const spots = await picture.page().evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const { width, height } = image
    const canvas = new OffscreenCanvas(width, height).getContext('2d')!
    canvas.drawImage(image, 0, 0)
    const pixels = canvas.getImageData(0, 0, width, height).data
    const isColoured = (at: number) => {
      const [r, g, b] = [pixels[4 * at]!, pixels[4 * at + 1]!, pixels[4 * at + 2]!]
      return Math.max(r, g, b) - Math.min(r, g, b) > 60
    }
    const seen = new Uint8Array(width * height)
    const found: { x: number; y: number; size: number }[] = []
    for (let start = 0; start < seen.length; start++) {
      if (seen[start] || !isColoured(start)) continue
      const open = [start]
      seen[start] = 1
      let [x, y, size] = [0, 0, 0]
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        x += at % width
        y += Math.floor(at / width)
        size++
        for (const next of [at - 1, at + 1, at - width, at + width])
          if (next >= 0 && next < seen.length && !seen[next] && isColoured(next)) {
            seen[next] = 1
            open.push(next)
          }
      }
      if (size > 20) found.push({ x: x / size, y: y / size, size })
    }
    return found
  }, shot)
  return spots.map(({ x, y, size }) => ({ x: box.x + x, y: box.y + y, size })).sort((a, b) => b.size - a.size)
}
