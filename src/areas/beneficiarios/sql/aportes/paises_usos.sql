SELECT pais, 'beneficiarios' FROM beneficiarios WHERE estatus
