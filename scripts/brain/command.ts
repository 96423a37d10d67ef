import type { ServiceClient } from '../service-client.ts'
import type { StateFolder } from '../state-folder.ts'

export interface Option {
  /** What stands for the value in the help; a switch has none. */
  readonly value?: string
  readonly about: string
  /** It takes several values, with commas between them or each with the option again. */
  readonly isList?: true
}

/** One command as data: the help, the parsing and the errors are made of it. */
export interface Command {
  /** As typed: `accounts create`. */
  readonly name: string
  /** What it was called before; that still works. */
  readonly formerly?: string
  readonly about: string
  /** In order; a name in brackets may be left out. */
  readonly arguments?: readonly string[]
  readonly options?: Readonly<Record<string, Option>>
  /** null: it has printed what it had to say. */
  run(call: Call): Promise<Output | null>
}

/** What a command gets to work with. */
export interface Call {
  /** The argument of that name, or null where it was left out. */
  argument(name: string): string | null
  /** null where it was not given; of a switch that was, the empty text. */
  option(name: string): string | null
  /** The service as its operator sees it, as the owner of a key does, and as anyone does. */
  operator(): ServiceClient
  user(): ServiceClient
  anyone(): ServiceClient
  /** Where the service is and with which key. */
  caller(): { readonly url: string; readonly key: string }
  /** Of the local service. */
  readonly folder: StateFolder
  /** The service is another than the local one. */
  readonly isElsewhere: boolean
  /** Goes on only when the person at the terminal agrees, or said `--yes`. */
  confirm(consequence: string): Promise<void>
}

export interface Output {
  /** What `--json` prints. */
  readonly json: unknown
  /** What is printed otherwise. */
  readonly text: string
  /** It has printed by itself what it had to say. */
  readonly isPrinted?: boolean
  /** 0 unless it says otherwise. */
  readonly exitCode?: number
}
