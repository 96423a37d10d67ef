import type { SearchRequest } from '../search/request.ts'

export interface GraphQaRequest
  extends Pick<SearchRequest, 'namespace' | 'now' | 'query' | 'k' | 'persona' | 'bound' | 'filter' | 'asOf'> {
  readonly maxHops: number
}
