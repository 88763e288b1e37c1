/** A known password with its hash, so that tests don't wait for hashing. */
export const KNOWN_PASSWORD = 'nineteen amber tractors'
export const KNOWN_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$r9N0O9lHeR3ruUdawS4PXw$kKcMeQ0NH8KC89DqT6eg90Y4LlDZh+9p2Atipg7DdLw'
