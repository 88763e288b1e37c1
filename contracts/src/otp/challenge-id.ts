import { text } from '@postrider/core/kernel/codecs/text'

/** The identifier of a challenge from this service: `otp_` and 26 characters of Crockford base32. */
export const challengeId = text({
  pattern: /^otp_[0-7][0-9a-hjkmnp-tv-z]{25}$/,
  description: 'ID of the OTP challenge; starts with `otp_`.',
  example: 'otp_01k9x7c2v5n8q4r6t0w3y1z5bd',
})
