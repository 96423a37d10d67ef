/** How a stream ended: read to its end, failed, or left in the middle by whoever reads it. */
export type StreamEnd = 'done' | 'failed' | 'left'

/** The same stream. Whoever reads it sees its end only after `ended` has settled, so that nothing is cut off that follows the end. */
export function watchStream<T>(
  stream: ReadableStream<T>,
  seen: (part: T) => void,
  ended: (how: StreamEnd) => Promise<void>,
): ReadableStream<T> {
  const reader = stream.getReader()
  // It can be left while its end is read: what comes first counts.
  let end: Promise<void> | undefined
  let isLeft = false
  const endOnce = (how: StreamEnd) => {
    end ??= ended(how)
    return end
  }
  return new ReadableStream<T>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) {
          seen(value)
          return controller.enqueue(value)
        }
      } catch (error) {
        await endOnce('failed')
        return controller.error(error)
      }
      await endOnce('done')
      if (!isLeft) controller.close()
    },
    async cancel(reason) {
      isLeft = true
      // Not one after the other: a source that never says that it has stopped must not keep what was said from being saved.
      await Promise.all([reader.cancel(reason), endOnce('left')])
    },
  })
}
