import type { NodeHoverDrawingFunction } from 'sigma/rendering'

/** The name of whoever is pointed at, on a plate of the page's own colours. */
export const drawHover: NodeHoverDrawingFunction = (context, node, { labelSize, labelFont, labelColor }) => {
  const text = String(node.label ?? '')
  if (text === '') return
  const styles = getComputedStyle(document.documentElement)
  context.font = `600 ${labelSize}px ${labelFont}`
  const width = context.measureText(text).width + 14
  const height = labelSize + 10
  const left = node.x + node.size + 2
  context.fillStyle = styles.backgroundColor || 'Canvas'
  context.strokeStyle = node.color
  context.beginPath()
  context.roundRect(left, node.y - height / 2, width, height, 6)
  context.fill()
  context.stroke()
  context.fillStyle = labelColor.color ?? 'CanvasText'
  context.fillText(text, left + 7, node.y + labelSize / 3)
}
