import { createMiddleware } from 'hono/factory'
import { equalInConstantTime } from '../../domain/account/api-key.ts'
import type { AppEnv } from '../context.ts'
import { refuse, toNotFound } from '../errors.ts'

/** Lets the operator in, by the deployment's own token. Without one configured the admin routes do not exist. */
export const operator = () =>
  createMiddleware<AppEnv>(async function operator(c, next) {
    const token = c.get('ports').config.adminToken
    if (!token) return toNotFound(c)
    const given = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if (!equalInConstantTime(given, token)) {
      c.header('WWW-Authenticate', 'Bearer')
      return refuse(c, 'invalid_token', 'The operator token is missing or wrong.')
    }
    return next()
  })
