/** The text of an answer. One that is larger than it may be is cut off where that shows, and fails. */
export async function readBounded(
  response: Response,
  mostBytes: number,
  tooLarge = () => new Error(`answered with more than ${mostBytes} bytes`),
): Promise<string> {
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  for await (const part of response.body ?? []) {
    size += part.byteLength
    // Leaving the loop cancels the stream, and with it the connection.
    if (size > mostBytes) throw tooLarge()
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
