-- Registry of amounts that people wrote in the currency of the books: while there is any, it is not changed, since
-- the number would stay and be worth something else (R-293). `que` names its kind. Settings are reviewed instead.
SELECT NULL::text AS que WHERE false
