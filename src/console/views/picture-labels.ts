import type { NodeHoverDrawingFunction, NodeLabelDrawingFunction } from 'sigma/rendering'

const MOST_LETTERS = 28
const GAP = 4

/** A long name would cover those of others; whoever points at it sees more of it. */
const shortened = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, letters - 1).trimEnd()}…` : text

/** At the right of its node, or at the left where it would leave the picture. */
function placeOf(context: CanvasRenderingContext2D, node: { x: number; size: number }, width: number): number {
  const right = node.x + node.size + GAP
  const end = context.canvas.clientWidth
  return right + width > end && node.x - node.size - GAP - width > 0 ? node.x - node.size - GAP - width : right
}

/** The name of a node, with an edge in the colour of the paper, so that lines behind it do not cross it out. */
export const drawLabel: NodeLabelDrawingFunction = (
  context,
  node,
  { labelSize, labelFont, labelWeight, labelColor },
) => {
  const text = shortened(String(node.label ?? ''), MOST_LETTERS)
  if (text === '') return
  context.font = `${labelWeight} ${labelSize}px ${labelFont}`
  const left = placeOf(context, node, context.measureText(text).width)
  context.lineJoin = 'round'
  context.lineWidth = 3
  context.strokeStyle = paperColour()
  context.strokeText(text, left, node.y + labelSize / 3)
  context.fillStyle = labelColor.color ?? 'CanvasText'
  context.fillText(text, left, node.y + labelSize / 3)
}

/** The name of whoever is pointed at, on a plate of the page's own colours. */
export const drawHover: NodeHoverDrawingFunction = (context, node, { labelSize, labelFont, labelColor }) => {
  const text = shortened(String(node.label ?? ''), 2 * MOST_LETTERS)
  if (text === '') return
  context.font = `600 ${labelSize}px ${labelFont}`
  const width = context.measureText(text).width + 14
  const height = labelSize + 10
  const left = placeOf(context, node, width)
  context.fillStyle = paperColour()
  context.strokeStyle = node.color
  context.beginPath()
  context.roundRect(left, node.y - height / 2, width, height, 6)
  context.fill()
  context.stroke()
  context.fillStyle = labelColor.color ?? 'CanvasText'
  context.fillText(text, left + 7, node.y + labelSize / 3)
}

const paperColour = (): string => getComputedStyle(document.documentElement).backgroundColor || 'Canvas'
