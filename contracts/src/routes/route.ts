import type { RatePolicy } from '@postrider/core/limits/domain/rate-policy'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import type { CredentialAction } from '@postrider/core/tenancy/domain/credential'
import type { Field, ShapeNode } from '@postrider/core/kernel/codecs/codec'
import type { ErrorCode } from '../errors/error-registry.js'

/** A group of headers or parameters. */
type Parameters = Field & ShapeNode

/** What a route can answer when all went well (or, for readiness, when it did not). */
export interface RouteAnswer {
  readonly status: number
  readonly description: string
  /** One as a rule; none where there is no body; several where the body is a file. */
  readonly contentTypes: readonly string[]
  /** Absent where the body has no shape worth describing. */
  readonly body?: Field
  /** Headers beyond those of every response, none of which is always there. */
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly values?: readonly string[] }>
  >
}

/** One line of the route table: all that the HTTP host, the OpenAPI document and the tests know about a route. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces, as OpenAPI writes them. */
  readonly path: string
  readonly operationId: string
  readonly tag:
    'Messages' | 'Passcodes' | 'Money' | 'Credentials' | 'Service' | 'Sessions' | Operation['subject']
  readonly summary: string
  readonly description?: string
  /**
   * The trust boundary: `server` needs a Registered App credential, `user` a user access token, `agent` an Agent key
   * (docs/contract#boundaries).
   */
  readonly boundary: 'none' | 'server' | 'user' | 'agent'
  /**
   * There where the query is a signature that stands for a caller: whatever is wrong with it is answered 404 like an
   * unknown record, and nobody learns which it was.
   */
  readonly isSignedAddress?: true
  /** What the credential must grant; absent where any live credential of the boundary will do. */
  readonly action?: CredentialAction
  /** What the user must be allowed in the tenant; absent where being signed in, or a member, is enough. */
  readonly permission?: Exclude<Operation['permission'], undefined>
  /** Which of the caller's rate limits the route counts towards (docs/contract#rate-limits). */
  readonly rate?: RatePolicy
  readonly request: {
    readonly body?: Field
    readonly query?: Parameters
    readonly path?: Parameters
    readonly headers?: Parameters
  }
  /** The media types of a body that is no JSON; the handler takes its bytes as they come. */
  readonly bytes?: readonly string[]
  readonly answers: readonly RouteAnswer[]
  /** Every code that the route can answer; `route_not_found` and `method_not_allowed` belong to no route. */
  readonly errors: readonly ErrorCode[]
  /** Longest request body, in bytes; 0 where none is read. */
  readonly bodyLimitBytes: number
}
