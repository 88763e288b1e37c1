import { type Filled, type Param, statement } from './template.js'

/**
 * A statement that fails, and aborts its transaction, unless the expected number of rows is found: otherwise
 * NULL is inserted into a NOT NULL column. `found` is the text after FROM. The last parameter is the expected
 * number.
 */
export const assertion = (found: string): ((...params: readonly Param[]) => Filled) =>
  statement(`
    INSERT INTO assertions (violated)
    SELECT NULL FROM (SELECT COUNT(*) AS found_rows FROM ${found}) f WHERE f.found_rows <> ?`)
