import type { Storage } from '@postrider/core/assembly/storage'
import { aChallenge } from '@postrider/conformance/builders/a-challenge'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { sendChallenge } from '@postrider/conformance/storage/otp/otp'

/** Sends an OTP through the storage, and runs every read about it with the other one. */
export const useOtps = async (storage: Storage, { otp }: Pick<Storage, 'otp'>): Promise<void> => {
  const challenge = aChallenge()
  const { messageId, organizationId, appId, prefix } = challenge
  const slice = { appId, prefix, sliceMs: NOW_MS, sends: 1, verified: 0 }
  await sendChallenge(storage, challenge, { counts: [slice] })
  const scope = { organizationId, appId }
  for (const waits of [true, false])
    await right(
      otp.work(
        [{ messageId, scope }],
        ({ challenges }) => ({
          challenges: [...challenges.values()],
          verified: [{ ...slice, verified: 1 }],
          isCostly: true,
          result: undefined,
        }),
        waits,
      ),
    )
  await right(otp.blocks(NOW_MS, 5))
  await right(otp.purgeSlices(0, 5))
}
