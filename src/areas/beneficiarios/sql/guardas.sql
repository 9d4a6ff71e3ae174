SELECT prohibir('DELETE', '{beneficiarios_quedan}');
