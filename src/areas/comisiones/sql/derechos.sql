-- What accrues a commission is an operation, never a call.
REVOKE EXECUTE ON FUNCTION comisiones_devengar, comisiones_revertir FROM cambista_app;
