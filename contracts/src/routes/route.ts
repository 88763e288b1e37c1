import type { RatePolicy } from '@postrider/core/limits/domain/rate-policy'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import type { CredentialAction } from '@postrider/core/tenancy/domain/credential'
import type { Field, ShapeNode } from '@postrider/core/kernel/codecs/codec'
import type { ErrorCode } from '../errors/error-registry.js'

/** A group of headers or parameters. */
type Parameters = Field & ShapeNode

/** A successful response of a route (or, for readiness, also an unsuccessful one). */
export interface RouteAnswer {
  readonly status: number
  readonly description: string
  /** Usually one; none if there is no body; several if the body is a file. */
  readonly contentTypes: readonly string[]
  /** Absent if the body has no shape worth describing. */
  readonly body?: Field
  /** Headers beyond those of every response; none of them is always present. */
  readonly headers?: Readonly<
    Record<
      string,
      { readonly description: string; readonly values?: readonly string[]; readonly example?: string }
    >
  >
}

/**
 * One row of the route table: everything that the HTTP host, the OpenAPI document and the tests know about a
 * route.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces, as OpenAPI writes them. */
  readonly path: string
  readonly operationId: string
  readonly tag:
    | 'Messages'
    | 'Events'
    | 'Passcodes'
    | 'Money'
    | 'Credentials'
    | 'Service'
    | 'Sessions'
    | Operation['subject']
  readonly summary: string
  readonly description?: string
  /**
   * The trust boundary: `server` needs a Registered App credential, `user` a user access token, `agent` an Agent key
   * (docs/api/conventions#boundaries).
   */
  readonly boundary: 'none' | 'server' | 'user' | 'agent'
  /**
   * Set if the query is a signature that replaces authentication: any fault in it gets 404 like an unknown
   * record, so that the response doesn't reveal the fault.
   */
  readonly isSignedAddress?: true
  /**
   * The permission that the credential needs; absent if any active credential of the boundary is sufficient.
   */
  readonly action?: CredentialAction
  /**
   * The permission that the user needs in the tenant; absent if being signed in, or a member, is sufficient.
   */
  readonly permission?: Exclude<Operation['permission'], undefined>
  /** The caller's rate limit that the route counts towards (docs/api/limits#rate-limits). */
  readonly rate?: RatePolicy
  readonly request: {
    readonly body?: Field
    readonly query?: Parameters
    readonly path?: Parameters
    readonly headers?: Parameters
  }
  /** The media types of a body that isn't JSON; the handler reads its bytes as they arrive. */
  readonly bytes?: readonly string[]
  readonly answers: readonly RouteAnswer[]
  /** Every error code of the route; `route_not_found` and `method_not_allowed` belong to no route. */
  readonly errors: readonly ErrorCode[]
  /** The maximum request body size, in bytes; 0 if none is read. */
  readonly bodyLimitBytes: number
}
