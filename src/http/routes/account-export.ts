import * as z from 'zod/mini'
import { accountOf, accountParams } from '../account-param.ts'
import { defineRoute } from '../define-route.ts'
import { exportAnswer, exportParams, streamExport } from './export.ts'

/** What a backup of an account needs of no key of its. */
export const exportAccountRoute = defineRoute({
  method: 'get',
  path: '/admin/accounts/:account/export',
  id: 'exportAccount',
  scope: 'operator',
  summary: 'Export everything that an account remembers',
  description:
    'As `GET /brain/export` does for the account itself; `POST /admin/accounts/{account}/restore` restores it.',
  params: accountParams,
  query: z.object(exportParams),
  response: exportAnswer,
  contentType: 'application/x-ndjson',
  async handle({ ports, params, query, now }) {
    const { namespace } = await accountOf(ports, params.account)
    return streamExport(ports, query, { namespace, now, personas: null, asSaid: false, filter: null })
  },
})
