/** In MB. What V8 holds for an isolate, which is what the platform limits to 128: SQLite's caches and the runtime itself are beside it. */
export interface IsolateMemory {
  /** JavaScript objects and code, with what is garbage and not collected yet. */
  readonly heapMb: number
  readonly buffersMb: number
  readonly wasmMb: number
}

export const totalOf = ({ heapMb, buffersMb, wasmMb }: IsolateMemory): number => heapMb + buffersMb + wasmMb

export interface IsolateGauge {
  /** Looks at heap and buffers, and keeps the most that it saw. */
  look(): Promise<void>
  /** The most since the last time. Counting WebAssembly's memory collects garbage, so that it comes last. */
  take(): Promise<IsolateMemory>
  close(): void
}

const MB = 2 ** 20

interface Message {
  readonly id?: number
  readonly result: never
  readonly params?: { readonly context?: { readonly id: number } }
}

/** Asks workerd's inspector, which has to be listening on the port. */
export async function openGauge(port: number): Promise<IsolateGauge> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl)
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const waiting = new Map<number, (result: never) => void>()
  let contextId = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, params } = JSON.parse(String(data)) as Message
    if (id !== undefined) waiting.get(id)?.(result)
    contextId = params?.context?.id ?? contextId
  })
  let asked = 0
  const ask = <T>(method: string, params: object = {}) =>
    new Promise<T>((resolve) => {
      waiting.set(++asked, resolve)
      socket.send(JSON.stringify({ id: asked, method, params }))
    })
  await ask('Runtime.enable')

  let most = { heapMb: 0, buffersMb: 0 }
  async function look(): Promise<void> {
    const usage = await ask<{ totalSize: number; backingStorageSize: number }>('Runtime.getHeapUsage')
    const seen = { heapMb: usage.totalSize / MB, buffersMb: usage.backingStorageSize / MB }
    if (seen.heapMb + seen.buffersMb > most.heapMb + most.buffersMb) most = seen
  }
  return {
    look,
    async take() {
      await look()
      const taken = { ...most, wasmMb: (await wasmBytes(ask, contextId)) / MB }
      most = { heapMb: 0, buffersMb: 0 }
      return taken
    },
    close: () => socket.close(),
  }
}

async function wasmBytes(ask: <T>(method: string, params: object) => Promise<T>, contextId: number): Promise<number> {
  const { result: prototype } = await ask<{ result: { objectId: string } }>('Runtime.evaluate', {
    expression: 'WebAssembly.Memory.prototype',
    contextId,
  })
  const { objects } = await ask<{ objects: { objectId: string } }>('Runtime.queryObjects', {
    prototypeObjectId: prototype.objectId,
  })
  const { result } = await ask<{ result: { value: number } }>('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    functionDeclaration: 'function () { return this.reduce((sum, memory) => sum + memory.buffer.byteLength, 0) }',
    returnByValue: true,
  })
  return result.value
}
