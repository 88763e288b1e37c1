import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { SignInPlace } from '../../domain/mail/new-device-mail.js'
import { deviceDigest, deviceSeen, type SignInDevice } from '../../domain/people/known-devices.js'
import type { User } from '../../domain/people/user.js'
import { addMail, type MailNeeds } from '../mails/add-mail.js'

/**
 * Remembers the device of a sign-in, in the unit that starts the session and has the user locked. People get an email
 * about each new device except the first (docs/api/sign-in#new-devices).
 */
export const noticeDevice = async (
  needs: MailNeeds,
  unit: UnitOfWork,
  { userId, email, emailKey }: User,
  { place, ...device }: SignInDevice & { readonly place: SignInPlace },
  nowMs: EpochMs,
): Promise<void> => {
  const known = await unit.users.devices(userId)
  const { devices, isNotified } = deviceSeen(known, deviceDigest(userId, device, needs.digests.sha256))
  if (devices === undefined) return
  unit.users.saveDevices(userId, devices)
  if (!isNotified) return
  const { clientAddress } = device
  const content = { kind: 'new_device', email, atMs: nowMs, clientAddress, place } as const
  // Over its quota it is dropped: the sign-in succeeds.
  await addMail(needs, unit, { content, emailKey }, nowMs)
}
