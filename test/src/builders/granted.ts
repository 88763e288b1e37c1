import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { CredentialAction } from '@postrider/core/tenancy/domain/credential'
import { E, TE } from '@postrider/core/fp'
import type { Server } from '@postrider/core/identity/use-cases/callers/caller'
import { type Granted, requireAction } from '@postrider/core/identity/use-cases/credentials/read-as'

/**
 * A server in the form that hosts pass to use cases: its credential grants these actions, or the test fails.
 */
export const granted = <A extends CredentialAction>(server: Server, ...actions: readonly A[]): Granted<A> => {
  const missing = actions.find((action) => E.isLeft(requireAction(server, action)))
  if (missing !== undefined) throw new Error(`${missing} is not granted`)
  return server as Granted<A>
}

/** A use case behind the permission check of the hosts. */
export const asking =
  <X extends CredentialAction, B extends readonly unknown[], A>(
    action: X,
    useCase: (caller: Granted<X>, ...rest: B) => TE.TaskEither<Refusal | Outage, A>,
  ) =>
  (server: Server, ...rest: B): TE.TaskEither<Refusal | Outage, A> => {
    const answer = requireAction(server, action)
    return E.isLeft(answer) ? TE.left(answer.left) : useCase(answer.right, ...rest)
  }
