/**
 * How each engine tells its own clock's milliseconds since the epoch, at the beginning of the statement. On MySQL not by
 * UNIX_TIMESTAMP of a local time: where the server's zone sets its clocks back, an hour of each year is told twice.
 */
export const DATABASE_TIME = {
  mysql: "(TIMESTAMPDIFF(MICROSECOND,'1970-01-01',UTC_TIMESTAMP(3)) DIV 1000)",
  sqlite: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
} as const
