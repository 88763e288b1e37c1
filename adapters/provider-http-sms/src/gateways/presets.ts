import { exotel } from './exotel.js'
import type { GatewayPreset } from './gateway.js'
import { kannel } from './kannel.js'
import { msg91 } from './msg91.js'
import { twilio } from './twilio.js'

/** The gateways with a preset. */
export const PRESETS = { twilio, kannel, exotel, msg91 } as const satisfies Readonly<
  Record<string, GatewayPreset>
>
