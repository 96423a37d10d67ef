const CONNECT = 'CONNECT '
const END = '\r\n\r\n'

/** Follows the head of a request, however its bytes are cut and whatever empty lines stand before it. */
export function followRequestHead() {
  let opening = ''
  let last = ''
  return {
    read(chunk: Buffer): 'connect' | 'complete' | 'incomplete' {
      let text = chunk.toString('latin1')
      if (opening === '') text = text.replace(/^[\r\n]+/, '')
      opening = (opening + text).slice(0, CONNECT.length)
      if (opening === CONNECT) return 'connect'
      const isComplete = (last + text).includes(END)
      last = (last + text).slice(1 - END.length)
      return isComplete ? 'complete' : 'incomplete'
    },
    /** What comes now is another request. */
    restart(): void {
      opening = ''
      last = ''
    },
  }
}
