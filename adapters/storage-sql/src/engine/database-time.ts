/** How each engine tells its own clock's milliseconds since the epoch. */
export const DATABASE_TIME = {
  mysql: 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)',
  sqlite: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
} as const
