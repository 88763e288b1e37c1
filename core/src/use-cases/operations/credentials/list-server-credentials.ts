import { credentialView } from '../../../domain/operations/credentials/views.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import type { Reading } from '../running/implementation.js'
import { knownIdIfNamed } from '../running/known-id.js'
import { ofOwnApp } from '../running/of-own-app.js'
import { pageOf } from '../running/page.js'
import { placeOf } from '../running/place-of.js'

/** The Organization's credentials, or one app's, newest first; NotFound for an app that is not its own. */
export const listServerCredentials =
  (needs: Pick<Ports, 'storage' | 'digests'>): Reading<'listServerCredentials'> =>
  (call) =>
  async () => {
    const { request, nowMs } = call
    const { organizationId } = placeOf(call).organization
    const named = knownIdIfNamed('app', request.appId)
    if (E.isLeft(named)) return named
    const appId = named.right
    const filter = ['listServerCredentials', organizationId, appId]
    const page = pageOf(needs.digests, 'crd', filter, request)
    if (E.isLeft(page)) return page
    const { position, readAhead, cut } = page.right
    const read = await needs.storage.tenancy.credentials(organizationId, appId, position, readAhead)()
    if (E.isLeft(read)) return read
    const own = await ofOwnApp(needs, { organizationId, appId })(read.right, ({ length }) => length === 0)
    if (E.isLeft(own)) return own
    const { epoch, value } = own.right
    if (value === undefined) return E.right({ epoch, value })
    const { shown, nextCursor } = cut(value, ({ credential }) => credential.credentialId)
    const credentials = shown.map(({ credential, lastUsedAtMs }) =>
      credentialView(credential, lastUsedAtMs, nowMs),
    )
    return E.right({ epoch, value: { organizationId, result: { credentials, nextCursor } } })
  }
