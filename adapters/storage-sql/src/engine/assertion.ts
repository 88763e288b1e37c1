import { type Filled, type Param, statement } from './template.js'

/**
 * A statement that is refused, and its transaction with it, unless exactly so many rows are found: NULL is inserted into a
 * column that takes none. `found` is what follows FROM. The rows found last are given last.
 */
export const assertion = (found: string): ((...params: readonly Param[]) => Filled) =>
  statement(`
    INSERT INTO assertions (violated)
    SELECT NULL FROM (SELECT COUNT(*) AS found_rows FROM ${found}) f WHERE f.found_rows <> ?`)
