/** The way to addresses that users name: where the runtime allows it, a network without private addresses. */
export interface Outgoing {
  fetch(url: string, init: RequestInit): Promise<Response>
}
