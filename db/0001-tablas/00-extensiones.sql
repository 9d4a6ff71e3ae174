-- Both come with PostgreSQL and are trusted: an owner who is no superuser may create them.
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
